export { ReminderPage } from './forgotten/reminder-page.tsx'
export { ResetPasswordPage } from './forgotten/reset-password-page.tsx'
export { TempPasswordPage } from './forgotten/temp-password-page.tsx'
export { SignUpPage } from './sign-up/sign-up-page.tsx'
