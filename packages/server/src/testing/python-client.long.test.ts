import { execFile, execFileSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHILD_LIMITS } from './child-limits.ts'
import { sampleTable } from './sample-table.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** A public generator, with the Python that it was installed into beside it: `pipx install openapi-python-client`. */
const generator = find('openapi-python-client')
const document = resolve(import.meta.dirname, '../generated/openapi.json')

/** Uploads a file, trains a model on it, detects with it and reads what was found, by nothing but generated code. */
const MAIN_JOB = `
import os
from omen_client import AuthenticatedClient
from omen_client.api.detections import get_detection
from omen_client.api.files import store_file
from omen_client.api.jobs import get_job
from omen_client.api.uploads import upload_detection, upload_training
from omen_client.models import DetectionRequest, ModelType, StoreFileFilesBody, Training
from omen_client.types import File

client = AuthenticatedClient(base_url=os.environ["OMEN_URL"], token=os.environ["OMEN_TOKEN"])

def store(name):
    with open(name, "rb") as content:
        body = StoreFileFilesBody(file=File(payload=content, file_name=name, mime_type="text/csv"))
        return store_file.sync(client=client, body=body).filename

def done(answer):
    job = answer.job
    while job.state.value not in ("done", "failed", "cancelled"):
        job = get_job.sync(job.id, client=client, prefer="wait=30").job
    assert job.state.value == "done", job.error
    return job

training = Training(upload_file_name="week.csv", filename=store("week.csv"), model_name="python", model_type=ModelType.SPLIT)
done(upload_training.sync(client=client, body=training))
request = DetectionRequest(
    upload_file_name="day.csv", filename=store("day.csv"), model_name="python", model_type=ModelType.SPLIT, pvalue=0.99, cvalue=3
)
job = done(upload_detection.sync(client=client, body=request))
detection = get_detection.sync(job.result.detection_id, client=client).detection
print(detection.model_name, detection.incidents[0].lead_series_id, detection.periods[0].sentence, sep="; ")
`

let work = ''
let server: TestServer

describe.skipIf(generator === undefined)('a Python client that openapi-python-client makes of the description', () => {
  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'omen-python-'))
    const args = ['generate', '--path', document, '--output-path', join(work, 'omen_client'), '--meta', 'none']
    execFileSync(generator!, args, { ...CHILD_LIMITS, cwd: work, stdio: 'pipe' })
    writeFileSync(join(work, 'week.csv'), sampleTable({ rows: 600 }))
    writeFileSync(join(work, 'day.csv'), sampleTable({ rows: 300, trouble: [200, 240] }))
    writeFileSync(join(work, 'main.py'), MAIN_JOB)
    server = await startTestServer()
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    rmSync(work, { recursive: true, force: true })
  })

  it('does the main job', async () => {
    const owner = await server.admin()
    const { body } = await owner.post('tokens', { name: 'python', scopes: ['read', 'upload'] })
    const env = { ...process.env, OMEN_URL: server.api, OMEN_TOKEN: body.secret }
    const python = join(dirname(generator!), 'python3')
    const { stdout } = await promisify(execFile)(python, ['main.py'], { ...CHILD_LIMITS, cwd: work, env })
    expect(stdout).toMatch(/^python; cpu\[node2\]; cpu on node2 reached 1\d\d/)
  })
})

if (generator === undefined) it.skip('does the main job from Python: openapi-python-client is not installed here')

function find(name: string): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return paths.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
