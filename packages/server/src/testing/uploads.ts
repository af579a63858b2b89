import type { TestAnswer, TestClient } from './test-client.ts'

/** Stores a file and returns its handle. */
export async function storeText(client: TestClient, name: string, content: string | Uint8Array): Promise<string> {
  const answer = await sendFile(client, name, content)
  if (answer.status !== 201) throw new Error(`${name} was not stored: ${JSON.stringify(answer.body)}`)
  return answer.body.filename
}

export function sendFile(
  client: TestClient,
  name: string,
  content: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  return client.send('POST', 'files', {
    body: content as NonNullable<RequestInit['body']>,
    headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': encodeURIComponent(name), ...headers },
  })
}

export const WAITING = { Prefer: 'wait=30' }

/** Trains a model on a table and waits for it. */
export async function train(
  client: TestClient,
  modelName: string,
  table: string,
  more: Record<string, string> = {},
): Promise<TestAnswer> {
  const filename = await storeText(client, 'training.csv', table)
  const form = { uploadFileName: 'training.csv', filename, modelName, ...more }
  return client.postForm('upload-training', form, WAITING)
}

/** Detects on a table and waits for it. */
export async function detect(
  client: TestClient,
  modelName: string,
  table: string,
  more: Record<string, string> = {},
): Promise<TestAnswer> {
  const filename = await storeText(client, 'test.csv', table)
  const form = { uploadFileName: 'test.csv', filename, modelName, ...more }
  return client.postForm('upload-detection', form, WAITING)
}
