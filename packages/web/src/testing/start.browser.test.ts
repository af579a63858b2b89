import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { useScenes } from './open-scene.ts'
import { detectionSample, fileSample, modelSample, pageOf, projectSample } from './wire-samples.ts'

/** What the first administrator owns from the start: the model and the files of the demo. */
const ofDemo = {
  'GET /files': { body: pageOf('files', [fileSample({ uploadFileName: 'shop-training.csv' })]) },
  'GET /models': { body: pageOf('models', [modelSample({ modelName: 'shop' })]) },
  'GET /projects': { body: pageOf('projects', [projectSample({ projectName: 'shop-live', demo: true })]) },
}

describe.skipIf(findBrowser() === undefined)('the start', () => {
  const open = useScenes()

  it('leads to the three doors while there is nothing but the demo', async () => {
    const { page, asked } = await open('start', { ...ofDemo, 'GET /detections': { body: pageOf('detections', []) } })
    await page.getByRole('heading', { name: 'Three doors' }).waitFor()
    expect(asked).toContain('/detections?demo=false&pageSize=1')
  })

  it('leads to the projects while there is no detection', async () => {
    const { page } = await open('start', {
      ...ofDemo,
      'GET /detections': { body: pageOf('detections', []) },
      'GET /projects': { body: pageOf('projects', [projectSample({})]) },
    })
    await page.getByRole('heading', { name: 'The projects' }).waitFor()
  })

  it('leads to the dashboard once a project has sent something', async () => {
    const { page } = await open('start', {
      ...ofDemo,
      'GET /detections': { body: pageOf('detections', [detectionSample({})]) },
      'GET /projects': {
        body: pageOf('projects', [projectSample({}), projectSample({ projectName: 'two', state: 'learning' })]),
      },
    })
    await page.getByRole('heading', { name: 'The dashboard' }).waitFor()
  })

  it('leads to the list once there is a detection', async () => {
    const detections = pageOf('detections', [detectionSample({})])
    const { page } = await open('start', { ...ofDemo, 'GET /detections': { body: detections } })
    await page.getByRole('heading', { name: 'The list' }).waitFor()
  })
})
