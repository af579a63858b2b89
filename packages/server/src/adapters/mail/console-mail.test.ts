import { mailContract } from '../../ports/mail.contract.ts'
import { createConsoleMail } from './console-mail.ts'

mailContract('console', async () => {
  const printed: string[] = []
  return { sender: createConsoleMail((text) => printed.push(text)), received: async () => printed }
})
