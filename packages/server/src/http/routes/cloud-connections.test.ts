import { afterAll, beforeAll, expect, it } from 'vitest'
import { COLLECTION_CHANNEL } from '../../domain/collections/channel.ts'
import {
  AMAZON_KEY,
  AMAZON_REGION,
  type AmazonServer,
  startAmazonServer,
} from '../../testing/providers/amazon-server.ts'
import { GOOGLE_PROJECT, googleAccount, keyFileOf } from '../../testing/providers/google/service-account.ts'
import { type GoogleServer, startGoogleServer } from '../../testing/providers/google-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText } from '../../testing/uploads.ts'

const MINUTE = 60_000

let server: TestServer
let owner: TestClient
let amazon: AmazonServer
let google: GoogleServer

beforeAll(async () => {
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } })
  owner = await server.signUp('owner001')
  amazon = await startAmazonServer()
  google = await startGoogleServer()
})
afterAll(async () => {
  await server.close()
  await Promise.all([amazon.close(), google.close()])
})

const amazonFields = () => ({
  zone: AMAZON_REGION,
  'access-key': AMAZON_KEY.accessKeyId,
  'secret-key': AMAZON_KEY.secretAccessKey,
  endpoint: amazon.url,
})

async function googleFields() {
  const filename = await storeText(owner, 'omen.json', keyFileOf(googleAccount, `${google.tokens.url}/token`))
  return { 'project-id': GOOGLE_PROJECT, filename, endpoint: google.url }
}

/** Adds a project, lets a minute pass and gives the ids of the series that it has then. */
async function fetchedSeries(path: string, projectName: string, fields: object): Promise<string[]> {
  const answer = await owner.post(path, { projectName, samplingInterval: 1, ...fields })
  expect(answer.body).toMatchObject({ success: true })
  server.clock.advance(MINUTE)
  await server.ctx.notifications.publish(COLLECTION_CHANNEL, '')
  const to = Math.floor(server.clock.now() / MINUTE) * MINUTE
  const projectPath = `projects/${projectName}`
  await expect
    .poll(async () => (await owner.get(projectPath)).body.project.collection, { timeout: 15_000 })
    .toMatchObject({ fault: null, collectedTo: expect.toSatisfy((time: number) => time >= to) })
  const data = await owner.get(
    `projectData?projectName=${projectName}&from=${to - 10 * MINUTE}&to=${server.clock.now()}&buckets=10`,
  )
  return data.body.series.map(({ seriesId }: { seriesId: string }) => seriesId)
}

it('fetches metrics of CloudWatch', async () => {
  const series = await fetchedSeries('add-amazon-project', 'machines', {
    ...amazonFields(),
    instanceType: ['EC2'],
  })
  expect(series).toHaveLength(6)
  expect(series).toContain('EC2.CPUUtilization[i-0a1]')
})

it('fetches metrics of Cloud Monitoring, and keeps no key file', async () => {
  const fields = await googleFields()
  const series = await fetchedSeries('add-google-project', 'google-machines', {
    ...fields,
    'project-type': 'gce_instance',
  })
  expect(series).toContain('compute.googleapis.com/instance/cpu/utilization[web-1]')
  expect((await owner.get(`files/${fields.filename}`)).status).toBe(404)
})

it('shows samples, choices and a price before either is added', async () => {
  const both = [
    { kind: 'amazon', ...amazonFields() },
    { kind: 'google', ...(await googleFields()) },
  ]
  for (const fields of both) {
    const { body } = await owner.post('test-connection', fields)
    expect(body).toMatchObject({
      success: true,
      estimate: { callsPerDay: expect.any(Number), usdPerDay: expect.any(Number) },
    })
    expect(body.samples.length).toBeGreaterThan(0)
    expect(body.choices.map(({ field }: { field: string }) => field)).toContain(
      fields.kind === 'amazon' ? 'instanceType' : 'project-type',
    )
  }
})

it('lists log groups to choose from, and adds no project without one', async () => {
  const fields = { dataType: 'Log', ...amazonFields() }
  const { body } = await owner.post('test-connection', { kind: 'amazon', ...fields })
  expect(body.choices).toMatchObject([{ field: 'logGroups', items: [{ id: '/aws/lambda/checkout' }, { id: 'shop' }] }])
  for (const without of [{}, { logGroups: [] }]) {
    const project = { projectName: 'groupless', samplingInterval: 1, ...fields, ...without }
    const added = await owner.post('add-amazon-project', project)
    expect([added.status, added.body.details]).toMatchObject([400, [{ field: 'logGroups' }]])
  }
  const series = await fetchedSeries('add-amazon-project', 'functions', { ...fields, logGroups: ['shop'] })
  expect(series.join()).toMatch(/^lines/)
  const emptied = await owner.post('connection', { projectName: 'functions', logGroups: [] })
  expect([emptied.status, emptied.body.details]).toMatchObject([400, [{ field: 'logGroups' }]])
})
