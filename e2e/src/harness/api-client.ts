import { createOmen, memoryCsrf, type Omen } from '../../../packages/sdk/src/index.ts'
import { ADMIN_LOGIN, type OmenServer } from './omen-server.ts'

export type Login = { userName: string; password: string }

/** A client that keeps the cookies of its session, as a browser does. */
function clientWithCookies(api: string): Omen {
  let cookie = ''
  return createOmen({
    baseUrl: api,
    csrf: memoryCsrf(),
    async fetch(request) {
      if (cookie !== '') request.headers.set('Cookie', cookie)
      const answer = await fetch(request)
      const set = answer.headers.getSetCookie().map((line) => line.split(';')[0])
      if (set.length > 0) cookie = set.join('; ')
      return answer
    },
  })
}

export async function signedInClient(
  url: string,
  login: Login = ADMIN_LOGIN,
  api: string = `${url}/api/v1/`,
): Promise<Omen> {
  const omen = clientWithCookies(api)
  await omen.accounts.login(login)
  return omen
}

/** Signs an account up with the code that a server without mail prints. */
export async function signUp(server: OmenServer, { userName, password }: Login): Promise<void> {
  const { accounts } = clientWithCookies(server.api)
  const emailOrMobile = `${userName}@example.org`
  await accounts.requestSignupCode({ emailOrMobile, userName })
  for (;;) {
    const vcode = /\b[0-9]{6}\b/.exec(server.output().split(emailOrMobile).at(-1) ?? '')?.[0]
    if (vcode !== undefined) {
      await accounts.signup({ emailOrMobile, userName, password, vcode })
      return
    }
    await new Promise((done) => setTimeout(done, 50))
  }
}
