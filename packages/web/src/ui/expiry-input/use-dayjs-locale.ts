import 'dayjs/locale/zh-cn'
import { useTranslation } from 'react-i18next'

/** The page's language as a dayjs locale, for the date field. */
export const useDayjsLocale = (): string => (useTranslation().i18n.language === 'zh-CN' ? 'zh-cn' : 'en')
