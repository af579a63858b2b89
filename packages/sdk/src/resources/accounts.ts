import type { components, operations } from '../generated/api.ts'
import { type CallOptions, eachItem, given, type Paged, type PageQuery } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { ManagedAccount, Scope, Session, SignedIn, User } from '../types.ts'

type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

export type Login = Omit<BodyOf<'loginCheck'>, 'remember'> & { remember?: boolean }
export type SignupCodeRequest = BodyOf<'getSignupCode'>
export type Signup = BodyOf<'signup'>
export type TemporaryPasswordRequest = { userName: string; emailOrMobile: string }
export type ResetPassword = BodyOf<'resetPassword'>
export type ProfileChange = BodyOf<'updateAccount'>
export type AccountChange = BodyOf<'manageAccount'>
export type CurrentSession = { user: User; token?: string; scopes?: Scope[] }
export type SignupCodeSent = { resendAfterMs: number; expiresInMs: number }
export type AccountQuery = PageQuery & { q?: string | undefined }

/** Sign-up, sign-in, profile and sessions; `list` and `manage` are for admins. */
export interface Accounts {
  /** Signs in and stores the anti-forgery token. Throws the same `LOGIN_FAILED` for an unknown account and a wrong password. */
  login(login: Login, options?: CallOptions): Promise<SignedIn>
  /** Ends the session and clears the anti-forgery token. */
  logout(options?: CallOptions): Promise<void>
  /** Who is signed in; stores the anti-forgery token of a cookie session. Throws `UNAUTHENTICATED` if nobody is. */
  session(options?: CallOptions): Promise<CurrentSession>
  /** Sends a six-digit code; the response does not reveal whether the address is taken. */
  requestSignupCode(request: SignupCodeRequest, options?: CallOptions): Promise<SignupCodeSent>
  /** Creates the account, signs in and stores the anti-forgery token. */
  signup(signup: Signup, options?: CallOptions): Promise<SignedIn>
  /** Sends the account name by mail or text message; the response does not reveal whether the account exists. */
  remindUserName(emailOrMobile: string, options?: CallOptions): Promise<void>
  /** Sends a temporary password, valid once within 30 minutes; the response does not reveal whether the account exists. */
  requestTemporaryPassword(request: TemporaryPasswordRequest, options?: CallOptions): Promise<void>
  /** Sets a new password with the temporary one. */
  resetPassword(reset: ResetPassword, options?: CallOptions): Promise<void>
  profile(options?: CallOptions): Promise<User>
  /** Changes profile, language, time zone, or the password (with `currentPassword`). */
  updateProfile(change: ProfileChange, options?: CallOptions): Promise<User>
  /** Sessions of the caller, newest first. */
  sessions(options?: CallOptions): Promise<Session[]>
  /** Ends one session, or all but this one; returns how many were ended. */
  endSessions(id?: string, options?: CallOptions): Promise<number>
  list(query?: AccountQuery, options?: CallOptions): Promise<Paged<ManagedAccount>>
  listAll(query?: AccountQuery, options?: CallOptions): AsyncGenerator<ManagedAccount, void, undefined>
  manage(userName: string, change: AccountChange, options?: CallOptions): Promise<ManagedAccount>
}

/** The account operations of a client. */
export function accounts(transport: Transport): Accounts {
  return { ...signingIn(transport), ...forgotten(transport), ...profile(transport), ...administration(transport) }
}

type SigningIn = Pick<Accounts, 'login' | 'logout' | 'session' | 'requestSignupCode' | 'signup'>

function signingIn({ client, csrf, unwrap }: Transport): SigningIn {
  const keep = <T extends { token?: components['schemas']['SessionAnswer']['token'] }>(answer: T): T => {
    if (answer.token !== undefined) csrf.set(answer.token)
    return answer
  }
  return {
    login: async (login, options) =>
      keep(await unwrap(client.POST('/login-check', { body: { remember: false, ...login }, ...options }))),
    async logout(options) {
      await unwrap(client.POST('/logout', { ...options }))
      csrf.clear()
    },
    session: async (options) => keep(await unwrap(client.GET('/session', { ...options }))),
    requestSignupCode: (body, options) => unwrap(client.POST('/get-signup-code', { body, ...options })),
    signup: async (body, options) => keep(await unwrap(client.POST('/signup', { body, ...options }))),
  }
}

type Forgotten = Pick<Accounts, 'remindUserName' | 'requestTemporaryPassword' | 'resetPassword'>

function forgotten({ client, unwrap }: Transport): Forgotten {
  return {
    async remindUserName(emailOrMobile, options) {
      await unwrap(client.POST('/get-username-reminder', { body: { emailOrMobile }, ...options }))
    },
    async requestTemporaryPassword(body, options) {
      await unwrap(client.POST('/get-temp-password', { body, ...options }))
    },
    async resetPassword(body, options) {
      await unwrap(client.POST('/reset-password', { body, ...options }))
    },
  }
}

type Profile = Pick<Accounts, 'profile' | 'updateProfile' | 'sessions' | 'endSessions'>

function profile({ client, unwrap }: Transport): Profile {
  return {
    profile: async (options) => (await unwrap(client.GET('/account', { ...options }))).user,
    updateProfile: async (body, options) => (await unwrap(client.PATCH('/account', { body, ...options }))).user,
    sessions: async (options) => (await unwrap(client.GET('/account/sessions', { ...options }))).sessions,
    endSessions: async (id, options) =>
      (await unwrap(client.DELETE('/account/sessions', { params: { query: given({ id }) }, ...options }))).ended,
  }
}

function administration({ client, unwrap }: Transport): Pick<Accounts, 'list' | 'listAll' | 'manage'> {
  const list: Accounts['list'] = async (query = {}, options) => {
    const answer = await unwrap(client.GET('/accounts', { params: { query: given(query) }, ...options }))
    return { items: answer.accounts, ...answer.page }
  }
  return {
    list,
    listAll: (query, options) => eachItem((page) => list({ ...query, page }, options)),
    manage: async (userName, body, options) => {
      const init = { params: { path: { userName } }, body, ...options }
      return (await unwrap(client.PATCH('/accounts/{userName}', init))).account
    },
  }
}
