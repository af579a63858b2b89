import { expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

it('shows control characters as signs', () => expect(visibleText('a\u0000b\u001b[31mc\u007f')).toBe('a␀b␛[31mc␡'))
it('shows what turns the direction of text', () => expect(visibleText('user\u202egnp.exe')).toBe('user⟨202E⟩gnp.exe'))
it('leaves tabs, line breaks and Chinese', () => expect(visibleText('一\t二\n三')).toBe('一\t二\n三'))
