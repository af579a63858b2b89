import { account } from './account.ts'
import { analysis } from './analysis.ts'
import { dashboard } from './dashboard.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { frame } from './frame.ts'
import { general } from './general.ts'
import { integrations } from './integrations.ts'
import { live } from './live.ts'
import { mailLinks } from './mail-links.ts'
import { models } from './models.ts'
import { projects } from './projects.ts'
import { signIn } from './sign-in.ts'
import { welcome } from './welcome.ts'

export const english = {
  account,
  analysis,
  dashboard,
  errors,
  files,
  frame,
  general,
  integrations,
  live,
  mailLinks,
  models,
  projects,
  signIn,
  welcome,
}
