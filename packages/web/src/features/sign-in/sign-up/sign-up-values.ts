export interface AddressValues {
  emailOrMobile: string
  userName: string
  icode: string
  vcode: string
}

export const EMPTY_ADDRESS: AddressValues = { emailOrMobile: '', userName: '', icode: '', vcode: '' }

/** An invitation code is sent only if there is one: the API rejects an empty code. */
export const icodeField = (icode: string): { icode?: string } => (icode.trim() === '' ? {} : { icode: icode.trim() })
