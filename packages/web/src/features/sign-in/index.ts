export { ReminderPage } from './account-recovery/reminder-page.tsx'
export { ResetPasswordPage } from './account-recovery/reset-password-page.tsx'
export { TempPasswordPage } from './account-recovery/temp-password-page.tsx'
export { SignUpPage } from './sign-up/sign-up-page.tsx'
