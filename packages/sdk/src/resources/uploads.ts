import type { components } from '../generated/api.ts'
import { requireIdempotencyKey } from '../header-value.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import type { CallOptions } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { Job, ModelDisplay } from '../types.ts'

type Schemas = components['schemas']
/** Fields of an upload call: a stored file by its handle, or the file itself. */
type WithFile<Fields> =
  | Loose<Fields>
  | (Loose<Omit<Fields, 'filename' | 'uploadFileName'>> & { uploadFileName?: string | undefined; file: Blob })
type Loose<Fields> = { [Key in keyof Fields]: undefined extends Fields[Key] ? Fields[Key] | undefined : Fields[Key] }

export type Training = WithFile<Schemas['Training']>
export type Update = WithFile<Omit<Schemas['Update'], 'operation'> & { operation?: Schemas['operation'] }>
export type DetectionRun = WithFile<Schemas['DetectionRequest']>
export type Visualization = WithFile<Schemas['Visualization']>
export type Display = Loose<Schemas['Display']>

/** Options of the calls that start a job. */
export interface UploadOptions extends CallOptions {
  /** Seconds to wait for the job, 60 at most; if it ends in time, the response has the finished job. */
  waitSeconds?: number | undefined
  /** Same key, same result, for 24 hours. A new one by default, so that a lost response can be requested again. */
  idempotencyKey?: string | undefined
}

/** Training, updating, detecting and displaying with named models. */
export interface Uploads {
  /** Trains a model on a file. Without `modelType` Holistic and Split are both trained. */
  training(fields: Training, options?: UploadOptions): Promise<Job>
  /** Trains on more data, reverts to the previous version, or deletes the model. */
  update(fields: Update, options?: UploadOptions): Promise<Job>
  /** Runs a model on a file; the job's result names the detection. */
  detection(fields: DetectionRun, options?: UploadOptions): Promise<Job>
  /** Draws a file; the job's result names a detection without periods. */
  visualization(fields: Visualization, options?: UploadOptions): Promise<Job>
  /** What a model learned. */
  display(fields: Display, options?: CallOptions): Promise<ModelDisplay>
}

/** The upload operations of a client: POST, form-encoded, JSON back (specification, section 7). */
export function uploads({ client, unwrap }: Transport): Uploads {
  return {
    training: async (fields, options) =>
      (await unwrap(client.POST('/upload-training', jobCall(fields as Schemas['Training'], options)))).job,
    update: async (fields, options) =>
      (await unwrap(client.POST('/upload-update', jobCall(fields as Schemas['Update'], options)))).job,
    detection: async (fields, options) =>
      (await unwrap(client.POST('/upload-detection', jobCall(fields as Schemas['DetectionRequest'], options)))).job,
    visualization: async (fields, options) =>
      (await unwrap(client.POST('/upload-visualization', jobCall(fields as Schemas['Visualization'], options)))).job,
    display: async (fields, options) =>
      (await unwrap(client.POST('/upload-display', formCall(fields as Schemas['Display'], options)))).display,
  }
}

type FormCall<Fields> = {
  body: Fields
  bodySerializer(): FormData | URLSearchParams
  headers: Record<string, string>
  signal?: AbortSignal
}

function jobCall<Fields extends object>(fields: Fields, options: UploadOptions = {}): FormCall<Fields> {
  const { waitSeconds, idempotencyKey: key = idempotencyKey(), ...rest } = options
  const call = formCall(fields, rest)
  call.headers['Idempotency-Key'] = requireIdempotencyKey(key)
  if (waitSeconds !== undefined) call.headers.Prefer = `wait=${waitSeconds}`
  return call
}

function formCall<Fields extends object>(fields: Fields, options: CallOptions = {}): FormCall<Fields> {
  const form = 'file' in fields ? multipart(fields) : urlEncoded(fields)
  const encoded = 'application/x-www-form-urlencoded'
  return {
    body: fields,
    bodySerializer: () => form,
    headers: form instanceof FormData ? {} : { 'Content-Type': encoded },
    ...(options.signal && { signal: options.signal }),
  }
}

function urlEncoded(fields: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  return form
}

function multipart(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && !(value instanceof Blob)) form.set(name, String(value))
  }
  // The file goes last, so that a reader of the stream knows all fields before it.
  const { file, uploadFileName = 'name' in file ? String(file.name) : 'file' } = fields as {
    file: Blob
    uploadFileName?: string
  }
  form.set('file', file, uploadFileName)
  return form
}
