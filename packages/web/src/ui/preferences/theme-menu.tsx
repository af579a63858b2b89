import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconContrastFilled, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const choices = [
  { name: 'light', Icon: IconSun },
  { name: 'dark', Icon: IconMoon },
  { name: 'auto', Icon: IconDeviceDesktop },
] as const

export const ThemeMenu = () => {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Tooltip label={t('frame.theme.label')}>
          <ActionIcon aria-label={t('frame.theme.label')}>
            <IconContrastFilled size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** A menu item for each theme. */
export const ThemeItems = () => {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return choices.map(({ name, Icon }) => (
    <Menu.Item
      key={name}
      onClick={() => setColorScheme(name)}
      leftSection={<Icon size={16} />}
      rightSection={colorScheme === name ? <IconCheck size={16} /> : null}
    >
      {t(`frame.theme.${name}`)}
    </Menu.Item>
  ))
}
