import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts, series } from '../../schema/index.ts'
import { BEGAN, livePeriod, openLiveProject, SECOND, silentInstance } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { sendAlerts } from './send.ts'

const NAMES = ['node1', 'node2', 'node3', 'node4', 'node5']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // As if it were the time of the samples
  server.clock.advance(BEGAN + 600 * SECOND - server.clock.now())
})
afterAll(() => server.close())

/** A project whose owner is alerted with the default settings. */
async function openProject(name: string) {
  const project = await openLiveProject(server, name)
  const { owner, sourceId } = project
  await server.ctx.db.insert(series).values(
    NAMES.map((instance, number) => {
      return { sourceId, number, metric: 'cpu', instance, seriesId: `cpu[${instance}]` }
    }),
  )
  expect((await owner.post('emailAlertSetting', { projectName: name, recipients: ['a@example.com'] })).status).toBe(200)
  return {
    ...project,
    /** Title and state of each incident, as the list shows them, the newest first. */
    listed: async () => {
      const query = `withCalendar=false&tab=all&order=newest&from=${BEGAN - 3_600_000}&to=${BEGAN + 3_600_000}`
      const { incidents } = (await owner.get(`dashboard-incident?${query}`)).body
      return incidents.map(({ title, state }: { title: string; state: string }) => [title, state])
    },
    /** The row of each alert, its kind and its sentence up to the first comma. */
    alerted: async () => {
      await sendAlerts(server.ctx, sourceId)
      const rows = await server.ctx.db.select().from(alerts).where(eq(alerts.sourceId, sourceId)).orderBy(alerts.at)
      return rows.map(({ kind, at, message }) => {
        const sentences = message.incidents.map(({ sentence }) =>
          sentence.en.replace(/ sent nothing.*others reported/, ''),
        )
        return [kind, (at - BEGAN) / SECOND, ...sentences]
      })
    },
  }
}

describe('the fault after a fault', () => {
  it('is an incident of its own once the first is over, named and sent although it is quiet', async () => {
    const project = await openProject('nextfault1')
    await project.keep(20, { changed: [silentInstance('node1', 10)] })
    expect(await project.alerted()).toEqual([['opened', 14, 'the only series of node1']])
    await project.keep(46, { changed: [silentInstance('node1', 10, 45)] })
    // As long after the first one as an incident stays open
    await project.keep(55, { changed: [silentInstance('node2', 50)] })
    expect(await project.listed()).toEqual([
      ['node2 silent', 'open'],
      ['node1 silent', 'resolved'],
    ])
    expect((await project.alerted()).slice(1)).toEqual([['opened', 54, 'the only series of node2']])
  })

  it('takes with it what it does to the instance that has just recovered', async () => {
    const project = await openProject('nextfault2')
    await project.keep(46, { changed: [silentInstance('node1', 10, 45)] })
    await project.keep(60, {
      changed: [silentInstance('node2', 50), livePeriod('load', 'node1', [50, 60], 'open')],
    })
    expect(await project.listed()).toEqual([
      ['node2 silent', 'open'],
      ['node1 silent', 'resolved'],
    ])
  })

  it('is an incident of its own on another instance while the first lasts, once that has spread as far as it does', async () => {
    const project = await openProject('nextfault3')
    await project.keep(20, { changed: [silentInstance('node1', 10)] })
    await project.keep(46, {
      changed: [silentInstance('node1', 10, 45, 'open'), livePeriod('cpu', 'node4', [40, 46], 'open')],
    })
    expect(await project.listed()).toEqual([
      ['cpu on node4', 'open'],
      ['node1 silent', 'open'],
    ])
  })

  it('is named beside the first, and sent, where both are one incident', async () => {
    const project = await openProject('nextfault4')
    await project.keep(16, { changed: [silentInstance('node1', 10)] })
    expect(await project.alerted()).toEqual([['opened', 14, 'the only series of node1']])
    const both = [silentInstance('node1', 10), silentInstance('node2', 18)]
    await project.keep(24, { changed: both })
    expect(await project.listed()).toEqual([['node1 and node2 silent', 'open']])
    expect((await project.alerted()).slice(1)).toEqual([['opened', 22, 'the only series of node2']])
    await project.keep(31, { changed: [silentInstance('node1', 10, 30), silentInstance('node2', 18)] })
    expect(await project.listed()).toEqual([['node2 and node1 silent', 'open']])
  })

  it('names all that are down where the alert comes after them', async () => {
    const project = await openProject('nextfault5')
    await project.keep(24, { changed: ['node1', 'node2', 'node3'].map((name) => silentInstance(name, 10)) })
    expect(await project.alerted()).toEqual([['opened', 14, 'the only series of node1; node2 and node3 as well']])
  })

  it('waits for the end of the quiet time behind three that were sent within it', async () => {
    const project = await openProject('nextfault6')
    const all = NAMES.map((name, index) => silentInstance(name, 10 + 40 * index, 30 + 40 * index))
    for (const [index, one] of all.entries()) {
      await project.keep(31 + 40 * index, { changed: [one] })
      await project.alerted()
    }
    expect((await project.alerted()).map(([, at]) => at)).toEqual([14, 54, 94])
  })
})
