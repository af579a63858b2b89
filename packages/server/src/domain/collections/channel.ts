/** Messages of this channel say that a collection was added or changed. */
export const collectionChannel = 'omen_collections'
