const MAX_LENGTH = 40
const END = 10

/** A name of at most 40 characters for a sentence or a card; of a longer one the beginning and the end. */
export const shortName = (name: string): string => {
  const characters = [...name]
  if (characters.length <= MAX_LENGTH) return name
  return `${characters.slice(0, MAX_LENGTH - END - 1).join('')}…${characters.slice(-END).join('')}`
}
