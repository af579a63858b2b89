const maxLength = 40
const end = 10

/** A name of at most 40 characters for a sentence or a card; of a longer one the beginning and the end. */
export const shortName = (name: string): string => {
  const characters = [...name]
  if (characters.length <= maxLength) return name
  return `${characters.slice(0, maxLength - end - 1).join('')}…${characters.slice(-end).join('')}`
}
