import { Button, Menu } from '@mantine/core'
import type { ListedIncident } from '@omen/sdk'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../findings/export/save-file.ts'
import { omen } from '../../../lib/api/omen.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'

const formats = ['md', 'html', 'json'] as const
const types = { md: 'text/markdown', html: 'text/html', json: 'application/json' }

/** Saves the incident as a document. */
export const ExportMenu = ({ incident: { id, title } }: { incident: ListedIncident }) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const save = useMutation({
    mutationFn: (format: (typeof formats)[number]) => omen.incidents.export(id, format),
    onSuccess: (text, format) => saveFile(`${title}.${format}`, new Blob([text], { type: types[format] })),
    onError: () => showMessage(t('incidents.actions.exportFailed'), 'failed'),
  })
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending}>
          {t('incidents.actions.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {t(`incidents.actions.exports.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
