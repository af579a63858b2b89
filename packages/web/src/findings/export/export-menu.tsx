import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { type ChartData, exportPng, exportSvg, toCsv, toJson } from '@omen/charts'
import { IconDownload } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessageAtom } from '../../ui/messages/messages-atom.ts'
import { saveFile } from './save-file.ts'

interface ExportMenuProps {
  name: string
  data: ChartData | null
  svg: RefObject<SVGSVGElement | null>
}

/** Exports the values or the image of a chart. */
export const ExportMenu = ({ name, data, svg }: ExportMenuProps) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const label = t('analysis.export.label', { name })
  const savePng = () => {
    if (svg.current === null) return
    exportPng(svg.current).then(
      (blob) => saveFile(`${name}.png`, blob),
      () => showMessage(t('analysis.export.failed'), 'failed'),
    )
  }
  const saveSvg = () => {
    if (svg.current !== null) saveFile(`${name}.svg`, new Blob([exportSvg(svg.current)], { type: 'image/svg+xml' }))
  }
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon size={26} aria-label={label} disabled={data === null}>
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => data && saveFile(`${name}.csv`, new Blob([toCsv(data)], { type: 'text/csv' }))}>
          CSV
        </Menu.Item>
        <Menu.Item
          onClick={() => data && saveFile(`${name}.json`, new Blob([toJson(data)], { type: 'application/json' }))}
        >
          JSON
        </Menu.Item>
        <Menu.Item onClick={saveSvg}>SVG</Menu.Item>
        <Menu.Item onClick={savePng}>PNG</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
