export class TooLargeError extends Error {}
export class DamagedError extends Error {}
