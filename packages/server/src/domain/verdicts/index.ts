export { type GivenVerdict, givenColumns, toGivenVerdict, toReviewedPeriod } from './given-verdict.ts'
export { keepVerdict, type NewVerdict } from './keep.ts'
