import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { localeNames, locales } from '../../lib/i18n/locale.ts'
import { chooseLocaleHere } from '../../lib/session/adopt-locale.ts'
import { userAtom } from '../../lib/session/session-atom.ts'

export const LanguageMenu = () => {
  const { t, i18n } = useTranslation()
  const isSignedIn = useAtomValue(userAtom) !== null
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
        {locales.map((locale) => (
          <Menu.Item
            key={locale}
            lang={locale}
            onClick={() => void chooseLocaleHere(locale, isSignedIn)}
            rightSection={i18n.language === locale ? <IconCheck size={16} /> : null}
          >
            {localeNames[locale]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
