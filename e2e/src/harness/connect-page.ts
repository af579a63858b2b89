import type { Page } from 'playwright-core'
import { type ConnectorField, fieldsOf } from '../../../packages/sdk/src/connectors/index.ts'
import { type Connector, type DataType, kindOfConnector } from '../../../packages/sdk/src/index.ts'
import type { Provider, ProviderFields } from '../../../packages/server/src/testing/providers/connected/provider.ts'

/** The form of a kind of source, with its fields by the labels that a person reads. */
export async function openConnectForm(page: Page, url: string, { connector, dataType }: Provider): Promise<void> {
  const kind = kindOfConnector(connector)
  const choice = kind === connector ? `type=${dataType}` : `source=${connector}`
  await page.goto(`${url}/projects/add/${kind}?${choice}`)
}

/** Types fields of a connection: a list has an entry a line, a key file is chosen from the disk. */
export async function typeFields(
  page: Page,
  { connector, dataType }: { connector: Connector; dataType: DataType },
  given: ProviderFields,
): Promise<void> {
  const fields = fieldsOf(connector, dataType).filter(({ name }) => name in given)
  if (fields.some(({ isRare }) => isRare)) await page.getByText('More settings', { exact: true }).click()
  for (const field of fields) await typeField(page, field, [given[field.name]!].flat())
}

async function typeField(page: Page, { input, label }: ConnectorField, values: readonly string[]): Promise<void> {
  if (input === 'file') {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: label.en }).click()
    const [text = ''] = values
    await (await chooser).setFiles({ name: 'key.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    return
  }
  // What a service offers for a list has the list's name as well
  const typed = page.getByLabel(label.en, { exact: true }).and(page.locator('input, textarea'))
  await typed.fill(values.join('\n'))
}

/** Moves the slider for days of the past down to one. */
export async function chooseOneDay(page: Page): Promise<void> {
  const days = page.getByRole('slider', { name: 'Days of the past' })
  for (let at = Number(await days.getAttribute('aria-valuenow')); at > 1; at--) await days.press('ArrowLeft')
}
