import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files } from '../../schema/index.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, storeText, train, WAITING } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
let other: TestClient
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('modelowner')
  other = await server.signUp('stranger')
})
afterAll(() => server.close())

const normal = sampleTable({ rows: 400 })
const LATER = { start: SAMPLE_START + 400 * SAMPLE_STEP_MS, rows: 200 }
const troubled = sampleTable({ ...LATER, trouble: [120, 132] })

const modelsOf = async (client: TestClient, q: string) => (await client.get(`models?q=${q}`)).body.models

describe('POST upload-training', () => {
  it('trains Holistic and Split where no type is given, and both are live', async () => {
    const { status, body } = await train(owner, 'checkout', normal)
    expect(status).toBe(200)
    expect(body.job).toMatchObject({ kind: 'training', state: 'done', attempts: 1, title: 'training.csv → checkout' })
    expect(body.job.result.versions).toEqual([
      expect.objectContaining({ modelName: 'checkout', modelType: 'Holistic', version: 1, live: true }),
      expect.objectContaining({ modelName: 'checkout', modelType: 'Split', version: 1, live: true }),
    ])
    const [model] = await modelsOf(owner, 'checkout')
    expect(model).toMatchObject({
      modelUserName: 'modelowner',
      mine: true,
      state: 'ready',
      versionCount: 1,
      sharedWith: [],
    })
    expect(model.live).toMatchObject({
      rows: 400,
      intervalMs: SAMPLE_STEP_MS,
      seriesCount: 6,
      trainedFrom: SAMPLE_START,
    })
    expect(model.live.calibration.points.length).toBeGreaterThan(3)
    expect(model.live.bytes).toBeGreaterThan(100)
  })

  it('takes the file itself as multipart', async () => {
    const form = new FormData()
    form.append('modelName', 'inline')
    form.append('modelType', 'Split')
    form.append('file', new Blob([normal]), 'inline.csv')
    const { status, body } = await owner.send('POST', 'upload-training', { body: form, headers: WAITING })
    expect([status, body.job.state, body.job.title]).toEqual([200, 'done', 'inline.csv → inline'])
  })

  it('gives one job for one Idempotency-Key and the same parts, and refuses another file or field', async () => {
    const send = (file: string, modelType = 'Split') => {
      const form = new FormData()
      form.append('modelName', 'keyed')
      form.append('modelType', modelType)
      form.append('file', new Blob([file]), 'inline.csv')
      return owner.send('POST', 'upload-training', { body: form, headers: { ...WAITING, 'Idempotency-Key': 'parts' } })
    }
    const first = await send(normal)
    const before = (await owner.get('files')).body.page.total
    const second = await send(normal)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    for (const changed of [await send(troubled), await send(normal, 'Holistic'), await send(`${normal}\n`)])
      expect([changed.status, changed.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    expect((await owner.get('files')).body.page.total).toBe(before)
    expect((await modelsOf(owner, 'keyed'))[0].versionCount).toBe(1)
  })

  it('answers 202 at once where nobody waits', async () => {
    const filename = await storeText(owner, 'training.csv', normal)
    const form = { uploadFileName: 'training.csv', filename, modelName: 'quick', modelType: 'Split' }
    const { status, body } = await owner.postForm('upload-training', form)
    expect([status, ['queued', 'running'].includes(body.job.state)]).toEqual([202, true])
    const waited = await owner.get(`jobs/${body.job.id}`, WAITING)
    expect(waited.body.job.state).toBe('done')
  })

  it('gives one job for one Idempotency-Key', async () => {
    const filename = await storeText(owner, 'training.csv', normal)
    const form = { uploadFileName: 'training.csv', filename, modelName: 'repeated', modelType: 'Split' }
    const headers = { ...WAITING, 'Idempotency-Key': 'once' }
    const first = await owner.postForm('upload-training', form, headers)
    const second = await owner.postForm('upload-training', form, headers)
    expect(second.body.job.id).toBe(first.body.job.id)
    expect((await modelsOf(owner, 'repeated'))[0].versionCount).toBe(1)
    const changed = await owner.postForm('upload-training', { ...form, modelName: 'different' }, headers)
    expect([changed.status, changed.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  it('makes a new version under a name that there is, whatever its case, and puts it live', async () => {
    await train(owner, 'twice', normal, { modelType: 'Split' })
    const { body } = await train(owner, 'Twice', normal, { modelType: 'Split' })
    expect(body.job.result.versions[0]).toMatchObject({ version: 2, live: true })
    expect(await modelsOf(owner, 'twice')).toHaveLength(1)
  })

  it('excludes the intervals of a filter file', async () => {
    const stretch = [SAMPLE_START + 100 * SAMPLE_STEP_MS, SAMPLE_START + 149 * SAMPLE_STEP_MS]
    const filenameFilter = await storeText(owner, 'filter.csv', `start,end\n${stretch.join(',')}\n`)
    const { body } = await train(owner, 'filtered', normal, { modelType: 'Split', filenameFilter })
    expect(body.job.state).toBe('done')
    const [model] = await modelsOf(owner, 'filtered')
    expect(model.live.rows).toBe(350)
  })

  it('refuses a filter that is not one, and makes no model', async () => {
    const filenameFilter = await storeText(owner, 'filter.csv', normal)
    const { status, body } = await train(owner, 'badfilter', normal, { filenameFilter })
    expect([status, body.code, body.details[0].field]).toEqual([422, 'BAD_INTERVALS', 'filenameFilter'])
    expect(await modelsOf(owner, 'badfilter')).toEqual([])
  })

  it('reports how many rows are needed, and leaves no model behind', async () => {
    const { status, body } = await train(owner, 'tooshort', sampleTable({ rows: 10 }))
    expect(status).toBe(200)
    expect(body.job).toMatchObject({ state: 'failed', error: { code: 'NOT_ENOUGH_DATA' } })
    expect(body.job.error.message).toMatch(/needs \d+ rows with values and got 10/)
    expect(await modelsOf(owner, 'tooshort')).toEqual([])
  })

  it('reports how many instances peers need, where there are too few of them', async () => {
    const { body } = await train(owner, 'lonely', sampleTable({ nodes: 2 }), { modelType: 'DBScan' })
    expect(body.job.error).toMatchObject({
      message: 'Training needs 3 instances of one metric and got 2.',
      details: [{ values: { counted: 'instances', limit: 3, count: 2 } }],
    })
  })

  it.each([
    [
      'all values equal',
      `timestamp,a,b\n${Array.from({ length: 200 }, (_, row) => `${SAMPLE_START + row * 1000},5,5`).join('\n')}\n`,
      'done',
      undefined,
    ],
    [
      'all values missing',
      `timestamp,a,b\n${Array.from({ length: 200 }, (_, row) => `${SAMPLE_START + row * 1000},,NaN`).join('\n')}\n`,
      'failed',
      'NOT_ENOUGH_DATA',
    ],
  ])('copes with %s', async (name, table, state, code) => {
    const { body } = await train(owner, `odd-${name.split(' ').at(-1)}`, table, { modelType: 'Holistic' })
    expect([body.job.state, body.job.error?.code]).toEqual([state, code])
  })

  it('refuses a file that cannot be read with its own code, and makes no model', async () => {
    const { status, body } = await train(owner, 'unreadable', 'when,a\n1,2\n')
    expect([status, body.code]).toEqual([422, 'NO_TIMESTAMP_COLUMN'])
    expect(await modelsOf(owner, 'unreadable')).toEqual([])
  })

  it('leaves a gzip that is large once decompressed to the job, however small it is', async () => {
    const lines = Array.from({ length: 90 }, (_, row) => `${SAMPLE_START + row * 1000},${' '.repeat(200_000)}\n`)
    const packed = gzipSync(`timestamp,a\n${lines.join('')}${SAMPLE_START},\0\n`)
    expect(packed.length).toBeLessThan(100_000)
    const filename = await storeText(owner, 'large.csv.gz', packed)
    const form = { uploadFileName: 'large.csv.gz', filename, modelName: 'packed' }
    const { status, body } = await owner.postForm('upload-training', form)
    expect(status).toBe(202)
    expect(['queued', 'running']).toContain(body.job.state)
    expect((await owner.get(`jobs/${body.job.id}`, WAITING)).body.job.error.code).toBe('NUL_BYTE')
    const again = await owner.postForm('upload-training', { ...form, filenameFilter: filename })
    expect([again.status, again.body.code]).toEqual([422, 'BAD_INTERVALS'])
  })

  it('refuses a file that an earlier version read with times of 1970, and still shows it', async () => {
    const filename = await storeText(owner, 'days.csv', sampleTable({ rows: 60 }))
    const { preview } = (await owner.get(`files/${filename}`)).body
    const old = { ...preview, from: 46_314_000, to: 46_314_177, timeColumn: undefined }
    await server.ctx.db.update(files).set({ preview: old }).where(eq(files.id, filename))
    const form = { uploadFileName: 'days.csv', filename, modelName: 'days' }
    const { status, body } = await owner.postForm('upload-training', form, WAITING)
    expect([status, body.code]).toEqual([422, 'NO_GOOD_ROWS'])
    expect(body.message).toContain('such as 1970-01-01T12:51:54.000Z: an earlier version read it so. Delete it')
    expect(await owner.get(`files/${filename}`)).toMatchObject({ status: 200, body: { preview: { from: 46_314_000 } } })
  })

  it('refuses a log file', async () => {
    const { status, body } = await train(owner, 'logs', '2026-10-01 12:00:01,123 INFO main started\n')
    expect([status, body.code]).toEqual([422, 'NOT_METRICS'])
  })

  it.each([
    [{ modelType: 'Magic' }, 422, 'UNKNOWN_MODEL_TYPE', 'modelType'],
    [{ modelName: 'has space' }, 400, 'VALIDATION_FAILED', 'modelName'],
    [{ modelName: 'a@b' }, 400, 'VALIDATION_FAILED', 'modelName'],
    [{ filename: '../../etc/passwd' }, 400, 'VALIDATION_FAILED', 'filename'],
    [{ colour: 'red' }, 400, 'VALIDATION_FAILED', 'colour'],
  ])('refuses %j', async (wrong, status, code, field) => {
    const filename = await storeText(owner, 'training.csv', normal)
    const answer = await owner.postForm('upload-training', {
      uploadFileName: 'a.csv',
      filename,
      modelName: 'ok',
      ...wrong,
    } as Record<string, string>)
    expect([answer.status, answer.body.code, answer.body.details[0].field]).toEqual([status, code, field])
  })

  it('refuses somebody else’s file as if there were none', async () => {
    const filename = await storeText(owner, 'training.csv', normal)
    const answer = await other.postForm('upload-training', { uploadFileName: 'a.csv', filename, modelName: 'stolen' })
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('refuses an upload that has not fully arrived', async () => {
    const headers = { 'Content-Type': 'text/csv', 'X-File-Name': 'a.csv', 'Content-Range': 'bytes 0-2/9' }
    const { body } = await owner.send('POST', 'files', { body: 'abc', headers })
    const answer = await owner.postForm('upload-training', {
      uploadFileName: 'a.csv',
      filename: body.filename,
      modelName: 'half',
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'UPLOAD_INCOMPLETE'])
  })

  it('wants the scope upload and the anti-forgery header', async () => {
    const reader = await server.withToken(owner, ['read'])
    const form = { uploadFileName: 'a.csv', filename: 'f_aaaaaaaaaa', modelName: 'x' }
    expect((await reader.postForm('upload-training', form)).body.code).toBe('SCOPE_MISSING')
    expect((await owner.postForm('upload-training', form, { 'X-CSRF-Token': 'no' })).body.code).toBe('CSRF_FAILED')
    expect((await server.anonymous.postForm('upload-training', form)).status).toBe(401)
  })

  it('leaves no file behind where a multipart request is refused', async () => {
    const before = (await owner.get('files')).body.page.total
    const form = new FormData()
    form.append('modelName', 'not a name')
    form.append('file', new Blob([normal]), 'inline.csv')
    const { body } = await owner.send('POST', 'upload-training', { body: form })
    expect(body.code).toBe('VALIDATION_FAILED')
    expect((await owner.get('files')).body.page.total).toBe(before)
  })
})

describe('POST upload-detection', () => {
  beforeAll(async () => {
    await train(owner, 'base', normal)
  })

  it('finds the fault, names its series first, and reports nothing elsewhere', async () => {
    const { status, body } = await detect(owner, 'base', troubled)
    expect([status, body.job.state]).toEqual([200, 'done'])
    const { detection } = (await owner.get(`detections/${body.job.result.detectionId}`)).body
    const hit = detection.periods.find(
      (period: { start: number; end: number }) =>
        period.start <= SAMPLE_START + 523 * SAMPLE_STEP_MS && period.end >= SAMPLE_START + 528 * SAMPLE_STEP_MS,
    )
    expect(hit.series[0]).toMatchObject({ seriesId: 'cpu[node2]', side: 1 })
    expect(hit.val).toBeGreaterThan(1)
    expect(hit.sentence).toContain('cpu on node2')
    expect(detection).toMatchObject({
      kind: 'detection',
      modelName: 'base',
      modelType: 'Holistic',
      modelVersion: 1,
      pvalue: 0.99,
      cvalue: 5,
      rows: 200,
      mine: true,
      demo: false,
    })
    expect(detection.flaggedShare).toBeLessThan(0.15)
  })

  it('takes pvalue, cvalue and modelType from the form', async () => {
    const { body } = await detect(owner, 'base', troubled, { modelType: 'Split', pvalue: '0.999', cvalue: '3' })
    const { detection } = (await owner.get(`detections/${body.job.result.detectionId}`)).body
    expect(detection).toMatchObject({ modelType: 'Split', pvalue: 0.999, cvalue: 3 })
  })

  it('names the series that a file lacks and those that it has besides', async () => {
    const table = sampleTable({ rows: 50, metrics: ['cpu', 'disk'] })
    const { status, body } = await detect(owner, 'base', table)
    expect([status, body.code]).toEqual([422, 'SERIES_MISMATCH'])
    expect(body.details[0].values).toEqual({ missingIn: 'file' })
    expect(body.details.map((detail: { name: string }) => detail.name)).toEqual([
      'memory[node1]',
      'memory[node2]',
      'memory[node3]',
      'disk[node1]',
      'disk[node2]',
      'disk[node3]',
    ])
  })

  it('ignores series that the model was not trained on, with a note', async () => {
    const { body } = await detect(owner, 'base', sampleTable({ ...LATER, metrics: ['cpu', 'extra', 'memory'] }))
    expect(body.job.state).toBe('done')
    expect(body.job.result.notes[0]).toContain('extra[node1]')
    const path = `detections/${body.job.result.detectionId}`
    const { detection } = (await owner.get(path)).body
    expect(detection.notes).toEqual(body.job.result.notes)
    const chinese = (await owner.get(path, { 'Accept-Language': 'zh-CN' })).body.detection.notes
    expect(chinese).toEqual(['以下序列不在模型中，未参与检测：extra[node1]、extra[node2]、extra[node3]'])
  })

  it('counts the rejected lines in a note of every job and of the detection', async () => {
    const lines = sampleTable(LATER).trimEnd().split('\n')
    const unread = lines.slice(1, 41).map((line) => line.replace(/^[^,]+/, 'yesterday 16:40'))
    const table = `${[...lines, ...unread].join('\n')}\n`
    const note = (name: string) =>
      `40 lines of ${name} were rejected and not used; the page of the file and "omen files rejected" list them.`
    const detected = (await detect(owner, 'base', table)).body.job.result
    expect(detected.notes).toEqual([note('test.csv')])
    const path = `detections/${detected.detectionId}`
    expect((await owner.get(path)).body.detection.notes).toEqual(detected.notes)
    const chinese = (await owner.get(path, { 'Accept-Language': 'zh-CN' })).body.detection.notes
    expect(chinese).toEqual([expect.stringContaining('有 40 行被拒绝')])
    const filename = await storeText(owner, 'half.csv', table)
    const fields = { uploadFileName: 'half.csv', filename }
    const drawn = await owner.postForm('upload-visualization', fields, WAITING)
    expect(drawn.body.job.result.notes).toEqual([note('half.csv')])
    const trained = await train(owner, 'half', table)
    expect(trained.body.job.result.notes).toEqual([note('training.csv')])
  })

  it.each([
    [{ pvalue: '1' }, 'pvalue'],
    [{ pvalue: '-0.1' }, 'pvalue'],
    [{ pvalue: 'abc' }, 'pvalue'],
    [{ cvalue: '0' }, 'cvalue'],
    [{ cvalue: '2.5' }, 'cvalue'],
    [{ cvalue: '1001' }, 'cvalue'],
  ])('refuses %j', async (wrong, field) => {
    const { status, body } = await detect(owner, 'base', troubled, wrong as Record<string, string>)
    expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', field])
  })

  it('refuses an unknown type, an unknown model and a type that was not trained', async () => {
    expect((await detect(owner, 'base', troubled, { modelType: 'Nope' })).body.code).toBe('UNKNOWN_MODEL_TYPE')
    expect((await detect(owner, 'nothere', troubled)).body.code).toBe('NOT_FOUND')
    expect((await detect(owner, 'base', troubled, { modelType: 'Hybrid' })).body.code).toBe('NOT_FOUND')
  })

  it('refuses somebody else’s model as if there were none, until it is shared', async () => {
    const hidden = await detect(other, 'base', troubled, { modelUserName: 'modelowner' })
    expect([hidden.status, hidden.body.code]).toEqual([404, 'NOT_FOUND'])
    const [model] = (await modelsOf(owner, 'base')).filter((one: { modelType: string }) => one.modelType === 'Holistic')
    const shared = await owner.post(`models/${model.id}/share`, { userNames: ['stranger'] })
    expect(shared.body.model.sharedWith).toEqual(['stranger'])
    const { body } = await detect(other, 'base', troubled, { modelUserName: 'modelowner' })
    expect(body.job.state).toBe('done')
    const listed = (await other.get('models?shared=true')).body.models
    expect(listed.map((one: { id: string; mine: boolean }) => [one.id, one.mine])).toEqual([[model.id, false]])
    expect((await other.post(`models/${model.id}/promote`, { version: 1 })).body.code).toBe('FORBIDDEN')
    await owner.post(`models/${model.id}/share`, { userNames: [] })
    expect((await other.get(`models/${model.id}`)).status).toBe(404)
  })

  it('runs DBScan with its own meaning of pvalue and cvalue', async () => {
    await train(owner, 'peers', sampleTable({ rows: 300, nodes: 5 }), { modelType: 'DBScan' })
    const table = sampleTable({ rows: 200, nodes: 5, trouble: [100, 120] })
    const { body } = await detect(owner, 'peers', table, { pvalue: '2', cvalue: '3' })
    expect(body.job.error).toBeUndefined()
    const { detection } = (await owner.get(`detections/${body.job.result.detectionId}`)).body
    expect(detection).toMatchObject({ modelType: 'DBScan', pvalue: 2, cvalue: 3 })
    expect(
      detection.periods.some(
        (period: { series: { seriesId: string }[] }) => period.series[0]!.seriesId === 'cpu[node2]',
      ),
    ).toBe(true)
  })
})

describe('POST upload-update', () => {
  it('trains a new version on more data', async () => {
    await train(owner, 'grows', normal, { modelType: 'Split' })
    const filename = await storeText(owner, 'more.csv', sampleTable(LATER))
    const { body } = await owner.postForm(
      'upload-update',
      { operation: 'update', modelName: 'grows', filename, uploadFileName: 'more.csv' },
      WAITING,
    )
    expect(body.job).toMatchObject({
      kind: 'update',
      state: 'done',
      result: { versions: [{ version: 2, live: true }] },
    })
    const [model] = await modelsOf(owner, 'grows')
    expect(model.live).toMatchObject({ rows: 600, trainedFrom: SAMPLE_START })
  })

  it('reverts to the previous version, and no further than the first', async () => {
    const back = await owner.postForm('upload-update', { operation: 'revert', modelName: 'grows' }, WAITING)
    expect(back.body.job).toMatchObject({
      state: 'done',
      result: { versions: [{ modelType: 'Split', version: 1, live: true }] },
    })
    const further = await owner.postForm('upload-update', { operation: 'revert', modelName: 'grows' }, WAITING)
    expect([further.status, further.body.code]).toEqual([409, 'NO_PREVIOUS_VERSION'])
  })

  it('refuses data without the series of the model', async () => {
    const filename = await storeText(owner, 'more.csv', sampleTable({ metrics: ['cpu'] }))
    const { status, body } = await owner.postForm('upload-update', { modelName: 'grows', filename })
    expect([status, body.code]).toEqual([422, 'SERIES_MISMATCH'])
  })

  it('requires a file to train on', async () => {
    const { status, body } = await owner.postForm('upload-update', { modelName: 'grows' })
    expect([status, body.details[0].field]).toEqual([400, 'filename'])
  })

  it('deletes every type of the name, for its owner alone', async () => {
    expect((await other.postForm('upload-update', { operation: 'delete', modelName: 'grows' })).body.code).toBe(
      'NOT_FOUND',
    )
    const gone = await owner.postForm('upload-update', { operation: 'delete', modelName: 'grows' }, WAITING)
    expect(gone.body.job.state).toBe('done')
    expect(await modelsOf(owner, 'grows')).toEqual([])
  })
})

describe('POST upload-visualization', () => {
  it('reports lines that could not be read as such, and not as a silent collector', async () => {
    const [head, ...rows] = troubled.trim().split('\n')
    const spoilt = rows.map((row, index) => (index >= 100 && index < 112 ? row.replace(/[^,]*$/, 'oops') : row))
    const content = [head, ...spoilt].join('\n')
    const filename = await storeText(owner, 'spoilt.csv', content)
    const { body } = await owner.postForm('upload-visualization', { uploadFileName: 'spoilt.csv', filename }, WAITING)
    const path = `detections/${body.job.result.detectionId}`
    const sentence = 'no readable samples for 12 min: 12 lines of the file could not be read'
    const { detection } = (await owner.get(path)).body
    expect(detection.gaps).toMatchObject([{ kind: 'collector', rejectedLines: 12, sentence }])
    expect(detection.incidents).toMatchObject([{ title: 'No readable samples', sentence }])
    await train(owner, 'reads-spoilt', normal)
    const scored = (await detect(owner, 'reads-spoilt', content)).body.job.result.detectionId
    expect((await owner.get(`detections/${scored}`)).body.detection.gaps).toMatchObject([{ sentence }])
  })

  it('draws a file without a model', async () => {
    const filename = await storeText(owner, 'plain.csv', troubled)
    const { body } = await owner.postForm('upload-visualization', { uploadFileName: 'plain.csv', filename }, WAITING)
    const { detection } = (await owner.get(`detections/${body.job.result.detectionId}`)).body
    expect(detection).toMatchObject({ kind: 'visualization', periods: [], rows: 200, seriesCount: 6 })
    expect(detection.modelName).toBeUndefined()
    const series = (await owner.get(`detections/${detection.id}/series?buckets=50`)).body
    expect([series.times.length, series.series.length, series.series[0].flagged]).toEqual([50, 6, []])
  })
})

describe('POST upload-display', () => {
  it('shows states, bands, groups and calibration', async () => {
    await train(owner, 'shown', normal)
    const { status, body } = await owner.postForm('upload-display', { modelName: 'shown' })
    expect(status).toBe(200)
    expect(body.display).toMatchObject({
      modelName: 'shown',
      modelType: 'Holistic',
      modelUserName: 'modelowner',
      version: 1,
    })
    expect(body.display.map).toMatchObject({ width: 32, height: 32 })
    expect(body.display.map.weights).toHaveLength(1024)
    const { map, bands, groups, calibration } = body.display
    const seriesIds = ['node1', 'node2', 'node3'].flatMap((node) => [`cpu[${node}]`, `memory[${node}]`])
    expect(map.seriesIds).toEqual(seriesIds)
    expect(bands.map((band: { seriesId: string }) => band.seriesId)).toEqual(seriesIds)
    for (const { low, mid, high } of bands) expect([low < mid, mid < high]).toEqual([true, true])
    expect(groups).toEqual([{ name: '', seriesIds }])
    const models = await modelsOf(owner, 'shown')
    const { live } = models.find((one: { modelType: string }) => one.modelType === 'Holistic')
    expect(calibration).toEqual(live.calibration)
    expect(calibration.points.map(({ nominal }: { nominal: number }) => nominal)).toEqual([
      ...[0.1, 0.05, 0.02, 0.01, 0.005, 0.001],
    ])
    for (const { observed, samples } of calibration.points)
      expect([samples > 300, observed < 0.2]).toEqual([true, true])
  })

  it('is not there for anybody else', async () => {
    const { status, body } = await other.postForm('upload-display', { modelName: 'shown', modelUserName: 'modelowner' })
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })
})
