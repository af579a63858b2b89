/** A text in each language that Omen supports. */
export interface Prompt {
  readonly en: string
  readonly 'zh-CN': string
}

/** A validation rule of a form field, and the prompt shown if it fails. */
export interface Rule<Value = string> {
  test(value: Value): boolean
  readonly prompt: Prompt
}

/** A rule from a pattern, which must be anchored and without the `g` flag. */
export function patternRule(pattern: RegExp, prompt: Prompt): Rule {
  return { test: (value) => pattern.test(value), prompt }
}
