import 'dayjs/locale/zh-cn'
import { useTranslation } from 'react-i18next'

/** What the date field calls the page's language. */
export const useDayjsLocale = (): string => (useTranslation().i18n.language === 'zh-CN' ? 'zh-cn' : 'en')
