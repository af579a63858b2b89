import { useTranslation } from 'react-i18next'

interface DropdownNotes {
  /** Where a dropdown has nothing to choose. */
  empty: (hasFailed: boolean) => string
  /** Under a field for several choices; undefined while there is room for more. */
  full: (count: number, maxCount: number) => string | undefined
}

/** The messages of dropdowns: specification, section 8. */
export const useDropdownNotes = (): DropdownNotes => {
  const { t } = useTranslation()
  return {
    empty: (hasFailed) => t(hasFailed ? 'general.dropdown.failed' : 'general.dropdown.none'),
    full: (count, maxCount) => (count >= maxCount ? t('general.dropdown.max', { maxCount }) : undefined),
  }
}
