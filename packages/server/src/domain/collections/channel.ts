/** Messages of this channel say that a collection was added or changed. */
export const COLLECTION_CHANNEL = 'omen_collections'
