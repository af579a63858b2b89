/** A text in the languages that Omen speaks. */
export interface Prompt {
  readonly en: string
  readonly 'zh-CN': string
}

/** What a form field must hold, and what to say when it does not. */
export interface Rule<Value = string> {
  test(value: Value): boolean
  readonly prompt: Prompt
}

/** A rule that a pattern decides; the pattern must be anchored and without the `g` flag. */
export function patternRule(pattern: RegExp, prompt: Prompt): Rule {
  return { test: (value) => pattern.test(value), prompt }
}
