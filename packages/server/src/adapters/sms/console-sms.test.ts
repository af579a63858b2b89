import { smsContract } from '../../ports/sms.contract.ts'
import { createConsoleSms } from './console-sms.ts'

smsContract('console', async () => {
  const printed: string[] = []
  return { sender: createConsoleSms((text) => printed.push(text)), received: async () => printed }
})
