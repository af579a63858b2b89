import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../../findings/export/save-file.ts'

interface LogExportMenuProps {
  label: string
  /** Of the file, without its ending. */
  name: string
  csv: () => string
  json: () => unknown
  more?: readonly { label: string; run: () => unknown }[]
  /** With its word, where it stands among buttons. */
  isButton?: boolean
  isDisabled?: boolean
}

/** What is shown, as a file. */
export const LogExportMenu = (props: LogExportMenuProps) => {
  const { label, name, csv, json, more = [], isButton = false, isDisabled = false } = props
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        {isButton ? (
          <Button variant="default" leftSection={<IconDownload size={16} />} disabled={isDisabled}>
            {label}
          </Button>
        ) : (
          <Tooltip label={label}>
            <ActionIcon size={26} aria-label={label} disabled={isDisabled}>
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveFile(`${name}.csv`, new Blob([`${csv()}\n`], { type: 'text/csv' }))}>
          CSV
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            saveFile(`${name}.json`, new Blob([JSON.stringify(json(), null, 2)], { type: 'application/json' }))
          }
        >
          JSON
        </Menu.Item>
        {more.map(({ label: title, run }) => (
          <Menu.Item key={title} onClick={() => void run()}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
