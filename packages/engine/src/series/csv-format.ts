/** What stands between the cells of a table. */
export type CsvDelimiter = 'comma' | 'semicolon' | 'tab'

/** What stands before the fraction of a number. */
export type DecimalMark = 'point' | 'comma'

/** The character of a delimiter. */
export const DELIMITER_CHARACTERS: Readonly<Record<CsvDelimiter, string>> = { comma: ',', semicolon: ';', tab: '\t' }
