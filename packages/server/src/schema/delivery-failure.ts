/** What a service answered with. */
export interface Answered {
  /** Its beginning; empty where there was nothing but a status, or a web page. */
  readonly text: string
  readonly isWebPage: boolean
}

/** Why a delivery did not arrive, as it is stored: rendered in the language of whoever reads it. */
export type DeliveryFailure =
  | { readonly code: 'answered'; readonly status: number; readonly answer: Answered }
  | { readonly code: 'answeredInstead'; readonly status: number; readonly expected: number; readonly answer: Answered }
  | { readonly code: 'redirects'; readonly status: number }
  | { readonly code: 'notAccepted'; readonly answer: Answered }
  | { readonly code: 'unreachable'; readonly sentence: { readonly en: string; readonly 'zh-CN': string } }
  | { readonly code: 'unsubscribed'; readonly address: string }
  | { readonly code: 'failed'; readonly reason: string }
  /** In the words of a mail server, or of a version of Omen that stored texts. */
  | { readonly code: 'text'; readonly text: string }
  | {
      readonly code:
        | 'webPageInstead'
        | 'digestIsOver'
        | 'removed'
        | 'noMailServer'
        | 'keyMissing'
        | 'late'
        | 'interrupted'
    }
