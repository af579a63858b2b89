export interface AddressValues {
  emailOrMobile: string
  userName: string
  icode: string
  vcode: string
}

export const emptyAddress: AddressValues = { emailOrMobile: '', userName: '', icode: '', vcode: '' }

/** An invitation code is sent only where there is one: the wire knows no empty code. */
export const givenIcode = (icode: string): { icode?: string } => (icode.trim() === '' ? {} : { icode: icode.trim() })
