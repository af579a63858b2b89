import { Alert, Tabs } from '@mantine/core'
import type { SenderCommand } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Command } from '../../../ui/command/command.tsx'
import { TabList } from '../../../ui/tab-list/tab-list.tsx'

interface SendPanelProps {
  secret: string
  commands: readonly SenderCommand[]
}

/** Beside the arrivals there is not room for all senders in one line. */
const tabStyles = { list: { flexWrap: 'wrap' }, tab: { paddingInline: 8 } } as const

/** Whether a command tells of changes rather than sends data. */
export const isWebhook = ({ sender }: SenderCommand): boolean => sender === 'github' || sender === 'gitlab'

/** The secret of an ingest key, this once, and the commands that send with it. */
export const SendPanel = ({ secret, commands }: SendPanelProps) => {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const sender = commands.find((command) => command.sender === chosen)?.sender ?? commands[0]?.sender
  return (
    <div className="stack">
      <Alert color="yellow">
        <b>{t('projects.sending.secretTitle')}</b>
        <div>{t('projects.sending.secretText')}</div>
      </Alert>
      <section aria-label={t('projects.sending.secret')}>
        <Command text={secret} />
      </section>
      {sender !== undefined && (
        <Tabs value={sender} onChange={setChosen} keepMounted={false} styles={tabStyles}>
          <TabList aria-label={t('projects.sending.commands')} mb={12}>
            {commands.map((command) => (
              <Tabs.Tab key={command.sender} value={command.sender}>
                {t(`projects.sending.senders.${command.sender}`)}
              </Tabs.Tab>
            ))}
          </TabList>
          {commands.map((command) => (
            <Tabs.Panel key={command.sender} value={command.sender}>
              <Command text={command.text} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </div>
  )
}
