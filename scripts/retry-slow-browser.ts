/**
 * For tests in a browser: once more when it did not show something in time, which happens on a busy machine.
 * An assertion that fails is never tried again.
 */
export const retrySlowBrowser: { count: number; condition: RegExp } = {
  count: 1,
  condition: /^(locator|page|frame|keyboard|mouse)\.|did not succeed in time|timed out in/,
}
