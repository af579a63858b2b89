import { exportPng, exportSvg } from '@omen/charts'
import type { LogAnalysis } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { useSetAtom } from 'jotai'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../findings/export/save-file.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { LogExportMenu } from '../page/log-export-menu.tsx'

interface TimelineExportProps {
  data: LogAnalysis
  name: string
  svg: RefObject<SVGSVGElement | null>
}

/** The counts as text, and the bars as a picture while they are drawn. */
export const TimelineExport = ({ data, name, svg }: TimelineExportProps) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const { times, counts, newCounts, bucketMs, hasTimes } = data
  const rows = times.map((start, i) => ({ start, lines: counts[i] ?? 0, linesOfNewTemplates: newCounts[i] ?? 0 }))
  const savePng = (drawing: SVGSVGElement) =>
    exportPng(drawing).then(
      (blob) => saveFile(`${name}.png`, blob),
      () => showMessage(t('analysis.export.failed'), 'failed'),
    )
  return (
    <LogExportMenu
      label={t('logs.timeline.export')}
      name={t('logs.timeline.fileName', { name })}
      csv={() => ['start,lines,lines_of_new_templates', ...rows.map((row) => csvRow(Object.values(row)))].join('\n')}
      json={() => ({ hasTimes, bucketMs, counts: rows })}
      more={[
        {
          label: 'SVG',
          run: () =>
            svg.current && saveFile(`${name}.svg`, new Blob([exportSvg(svg.current)], { type: 'image/svg+xml' })),
        },
        { label: 'PNG', run: () => svg.current && savePng(svg.current) },
      ]}
    />
  )
}
