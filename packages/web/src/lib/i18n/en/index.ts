import { account } from './account.ts'
import { analysis } from './analysis.ts'
import { compare } from './compare.ts'
import { dashboard } from './dashboard.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { frame } from './frame.ts'
import { general } from './general.ts'
import { incidents } from './incidents.ts'
import { integrations } from './integrations.ts'
import { live } from './live.ts'
import { mailLinks } from './mail-links.ts'
import { models } from './models.ts'
import { projects } from './projects.ts'
import { published } from './published.ts'
import { reports } from './reports.ts'
import { signIn } from './sign-in.ts'
import { welcome } from './welcome.ts'

export const english = {
  account,
  analysis,
  compare,
  dashboard,
  errors,
  files,
  frame,
  general,
  incidents,
  integrations,
  live,
  mailLinks,
  models,
  projects,
  published,
  reports,
  signIn,
  welcome,
}
