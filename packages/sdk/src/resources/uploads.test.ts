import { describe, expect, it } from 'vitest'
import { createOmen } from '../create-omen.ts'
import { memoryCsrf } from '../csrf-store.ts'
import { serve } from '../testing/serve.ts'

const FILE = { uploadFileName: 'Tag 1.csv', filename: 'handle-1' }

async function open() {
  const { baseUrl, received } = await serve(() => ({
    status: 202,
    json: { success: true, job: { id: 'j' }, display: {} },
  }))
  const { uploads } = createOmen({ baseUrl, csrf: memoryCsrf('c') })
  const sent = () => received.map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(String(body)))])
  return { uploads, received, sent }
}

describe('upload calls', () => {
  it('send the fields of the specification, form-encoded, and omit undefined ones', async () => {
    const { uploads, sent } = await open()
    await uploads.training({ ...FILE, modelName: 'shop', filenameFilter: undefined })
    await uploads.training({ ...FILE, modelName: 'shop', filenameFilter: 'handle-2' })
    await uploads.update({ ...FILE, modelName: 'shop', operation: 'update', filenameFilter: 'handle-2' })
    await uploads.update({ modelName: 'shop', operation: 'revert' })
    await uploads.detection({ ...FILE, modelName: 'shop', modelType: 'Split', pvalue: 0.95, cvalue: 3 })
    await uploads.visualization(FILE)
    await uploads.display({ modelName: 'shop', modelType: 'Split', modelUserName: 'alice1' })
    expect(sent()).toEqual([
      ['/upload-training', { ...FILE, modelName: 'shop' }],
      ['/upload-training', { ...FILE, modelName: 'shop', filenameFilter: 'handle-2' }],
      ['/upload-update', { ...FILE, modelName: 'shop', operation: 'update', filenameFilter: 'handle-2' }],
      ['/upload-update', { modelName: 'shop', operation: 'revert' }],
      ['/upload-detection', { ...FILE, modelName: 'shop', modelType: 'Split', pvalue: '0.95', cvalue: '3' }],
      ['/upload-visualization', FILE],
      ['/upload-display', { modelName: 'shop', modelType: 'Split', modelUserName: 'alice1' }],
    ])
  })

  it('accept JSON and carry the anti-forgery header', async () => {
    const { uploads, received } = await open()
    await uploads.visualization(FILE, { waitSeconds: 30, idempotencyKey: 'mine' })
    expect(received[0]?.method).toBe('POST')
    expect(received[0]?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'x-csrf-token': 'c',
      prefer: 'wait=30',
      'idempotency-key': 'mine',
    })
  })

  it('take the file itself as multipart, after its fields', async () => {
    const { uploads, received } = await open()
    await uploads.detection({ modelName: 'shop', file: new File(['timestamp,cpu\n'], 'day.csv') })
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    const text = String(received[0]?.body)
    expect(text).toContain('name="file"; filename="day.csv"')
    expect(text.indexOf('name="modelName"')).toBeLessThan(text.indexOf('name="file"'))
  })
})
