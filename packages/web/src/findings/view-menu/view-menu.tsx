import { ActionIcon, Menu } from '@mantine/core'
import { findingsCsv } from '@omen/sdk/rules'
import { IconBraces, IconDots, IconLink, IconTable, IconTriangle } from '@tabler/icons-react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessageAtom } from '../../ui/messages/messages-atom.ts'
import type { Analysis } from '../analysis.ts'
import { findingRows } from '../export/finding-rows.ts'
import { saveFile } from '../export/save-file.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import { trianglesAtom } from '../state/view-atoms.ts'

interface ViewMenuProps<Whole extends Analysis> {
  /** In the names of the saved files. */
  name: string
  analysis: Whole
  /** Whether findings were looked for. */
  hasFindings?: boolean
  /** Further entries. */
  children?: ReactNode
}

/** What is done with a whole view: its link, its findings and data as files, and how periods are drawn. */
export function ViewMenu<Whole extends Analysis>({
  name,
  analysis,
  hasFindings = true,
  children,
}: ViewMenuProps<Whole>): ReactNode {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const [hasTriangles, setTriangles] = useAtom(trianglesAtom)
  const range = useAtomValue(rangeAtom)
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.href)
    showMessage(t('analysis.toolbar.linkCopied'))
  }
  const save = (ending: string, type: string, text: string) => saveFile(`${name}${ending}`, new Blob([text], { type }))
  const saveCsv = () => save('-findings.csv', 'text/csv;charset=utf-8', findingsCsv(findingRows(analysis, range)))
  const saveJson = () => save('.json', 'application/json', JSON.stringify(analysis, null, 2))
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('analysis.toolbar.more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {navigator.clipboard !== undefined && (
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink()}>
            {t('analysis.toolbar.copyLink')}
          </Menu.Item>
        )}
        {hasFindings && (
          <Menu.Item leftSection={<IconTable size={16} />} onClick={saveCsv}>
            {t(range === null ? 'analysis.export.csv' : 'analysis.export.csvShown')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconBraces size={16} />} onClick={saveJson}>
          {t('analysis.export.json')}
        </Menu.Item>
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={hasTriangles}
          leftSection={<IconTriangle size={16} />}
          rightSection={hasTriangles ? '✓' : null}
          onClick={() => setTriangles(!hasTriangles)}
        >
          {t('analysis.toolbar.triangles')}
        </Menu.Item>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
