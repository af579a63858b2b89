import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { Locale } from '@omen/sdk'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { LOCALE_NAMES, LOCALES } from '../../lib/i18n/locale.ts'
import { toProblem } from '../../lib/problem/problem.ts'
import { chooseLocaleHere } from '../../lib/session/adopt-locale.ts'
import { userAtom } from '../../lib/session/session-atom.ts'
import { showMessageAtom } from '../messages/messages-atom.ts'

export const LanguageMenu = () => {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <Tooltip label={t('frame.language')}>
          <ActionIcon aria-label={t('frame.language')}>
            <IconLanguage size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** A menu item for each language. */
export const LanguageItems = () => {
  const { t, i18n } = useTranslation()
  const isSignedIn = useAtomValue(userAtom) !== null
  const showMessage = useSetAtom(showMessageAtom)
  const choose = (locale: Locale) => {
    chooseLocaleHere(locale, isSignedIn).catch((error: unknown) =>
      showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
    )
  }
  return LOCALES.map((locale) => (
    <Menu.Item
      key={locale}
      lang={locale}
      onClick={() => choose(locale)}
      rightSection={i18n.language === locale ? <IconCheck size={16} /> : null}
    >
      {LOCALE_NAMES[locale]}
    </Menu.Item>
  ))
}
