const WITHOUT_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/

/** Whether a character would be written where the focus is: not in a check box or on a slider. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select') ||
    (target instanceof HTMLInputElement && !WITHOUT_TEXT.test(target.type)))

/**
 * Whether a key press means its character and no command. `[` takes AltGr on a German or French keyboard, which Windows reports
 * as Ctrl and Alt, and Option on a Mac.
 */
export const isCharacter = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => !metaKey && (!ctrlKey || altKey)
