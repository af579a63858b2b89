/** Whoever adds deliveries publishes an empty message here, in the same transaction. */
export const DELIVERY_CHANNEL = 'deliveries'
