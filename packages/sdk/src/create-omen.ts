import { type Accounts, accounts } from './resources/accounts.ts'
import { type Alerts, alerts } from './resources/alerts.ts'
import { type Comparisons, comparisons } from './resources/comparisons.ts'
import { type Dashboard, dashboard } from './resources/dashboard.ts'
import { type Demo, demo } from './resources/demo.ts'
import { type Detections, detections } from './resources/detections.ts'
import { type Events, events } from './resources/events.ts'
import { type Files, files } from './resources/files.ts'
import { type Incidents, incidents } from './resources/incidents.ts'
import { type Ingest, ingest } from './resources/ingest.ts'
import { type Integrations, integrations } from './resources/integrations.ts'
import { type Invitations, invitations } from './resources/invitations.ts'
import { type Jobs, jobs } from './resources/jobs.ts'
import { type Live, live } from './resources/live.ts'
import { type Logs, logs } from './resources/logs.ts'
import { type MailLinks, mailLinks } from './resources/mail-links.ts'
import { type Models, models } from './resources/models.ts'
import { type Projects, projects } from './resources/projects.ts'
import { type PublishedDetections, published } from './resources/published.ts'
import { type Reports, reports } from './resources/reports.ts'
import { type System, system } from './resources/system.ts'
import { type Tokens, tokens } from './resources/tokens.ts'
import { type Uploads, uploads } from './resources/uploads.ts'
import { createTransport, type OmenOptions, type Transport } from './transport.ts'

/** A client of Omen's API. Every call throws `ApiProblem` or `TransportError` and nothing else. */
export interface Omen {
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly invitations: Invitations
  readonly files: Files
  readonly uploads: Uploads
  readonly models: Models
  readonly jobs: Jobs
  readonly detections: Detections
  readonly projects: Projects
  readonly alerts: Alerts
  readonly incidents: Incidents
  readonly live: Live
  readonly logs: Logs
  readonly events: Events
  readonly comparisons: Comparisons
  readonly dashboard: Dashboard
  readonly reports: Reports
  readonly integrations: Integrations
  readonly ingest: Ingest
  readonly demo: Demo
  readonly mailLinks: MailLinks
  readonly published: PublishedDetections
  readonly system: System
  /** The transport below the resources, for custom calls. */
  readonly transport: Transport
}

/**
 * Opens a client; nothing is sent until a call is made.
 *
 * @example
 * const omen = createOmen({ baseUrl: 'http://localhost:8000/api/v1/', token: process.env.OMEN_TOKEN })
 * for await (const model of omen.models.listAll()) console.log(model.modelName)
 */
export function createOmen(options: OmenOptions = {}): Omen {
  const transport = createTransport(options)
  return {
    transport,
    accounts: accounts(transport),
    tokens: tokens(transport),
    invitations: invitations(transport),
    files: files(transport),
    uploads: uploads(transport),
    models: models(transport),
    jobs: jobs(transport),
    detections: detections(transport),
    projects: projects(transport),
    alerts: alerts(transport),
    incidents: incidents(transport),
    live: live(transport),
    logs: logs(transport),
    events: events(transport),
    comparisons: comparisons(transport),
    dashboard: dashboard(transport),
    reports: reports(transport),
    integrations: integrations(transport),
    ingest: ingest(transport),
    demo: demo(transport),
    mailLinks: mailLinks(transport),
    published: published(transport),
    system: system(transport),
  }
}
