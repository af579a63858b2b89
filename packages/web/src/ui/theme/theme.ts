import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { ACCORDION, DARK_SURFACE, DROPDOWN, FONTS, LIGHT_SURFACE, POPUP, SIZES, type SurfaceTokens } from './tokens.ts'

const BLUE: MantineColorsTuple = [
  '#e9f4fc',
  '#d2e6f6',
  '#a5cdec',
  '#76b2e3',
  '#4a9bd9',
  LIGHT_SURFACE.accent,
  LIGHT_SURFACE.accentFill,
  '#15639f',
  '#0f5388',
  '#08426f',
]
/** Mantine's, with the colour of failures as its main shade: white on its own is 3.3:1. */
const RED: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  LIGHT_SURFACE.failed,
  '#b02525',
  '#9a1f1f',
  '#8a1a1a',
]
const DARK: MantineColorsTuple = [
  DARK_SURFACE.text,
  '#c3c8d0',
  DARK_SURFACE.textMuted,
  '#757c88',
  '#343841',
  '#262a31',
  DARK_SURFACE.raised,
  DARK_SURFACE.panel,
  DARK_SURFACE.sunken,
  DARK_SURFACE.ground,
]

const CONTROL_HEIGHT = { '--input-height': `${SIZES.control}px`, '--input-fz': '14px' }

/** Nobody can press a button on paper. */
const ON_SCREEN = { root: 'screen-only' }

export const theme: MantineThemeOverride = createTheme({
  colors: { blue: BLUE, dark: DARK, red: RED },
  primaryColor: 'blue',
  primaryShade: 6,
  fontFamily: FONTS.text,
  fontFamilyMonospace: FONTS.mono,
  defaultRadius: SIZES.radius,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.43', lg: '1.4', xl: '1.35' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.43' },
    },
  },
  // Not `Modal.extend(…)`: naming a component here would load it with the first page.
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: () => ({
        root: { '--button-height': `${SIZES.control}px`, '--button-fz': '14px', '--button-padding-x': '12px' },
      }),
      styles: { label: { fontWeight: 500 } },
      classNames: ON_SCREEN,
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: SIZES.control }, classNames: ON_SCREEN },
    SegmentedControl: { classNames: ON_SCREEN },
    Input: { vars: () => ({ wrapper: CONTROL_HEIGHT }) },
    // A hint stands under its field.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 4, fontSize: 13 }, description: { marginBottom: 4 } },
    },
    // As high as other fields while they are empty.
    MultiSelect: { styles: { input: { paddingBlock: 3 } } },
    TagsInput: { styles: { input: { paddingBlock: 3 } } },
    Alert: { defaultProps: { variant: 'light' } },
    // On a phone the tabs scroll sideways instead of wrapping.
    Tabs: {
      styles: {
        list: { flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' },
        tab: { flex: 'none', paddingInline: 'clamp(8px, 2vw, 16px)' },
      },
    },
    Tooltip: {
      defaultProps: { openDelay: POPUP.showDelay, closeDelay: POPUP.hideDelay, transitionProps: { duration: 120 } },
    },
    // Over the tooltip of its own button.
    Menu: {
      defaultProps: {
        zIndex: 310,
        shadow: 'md',
        transitionProps: { duration: DROPDOWN.animation },
        openDelay: DROPDOWN.showDelay,
        closeDelay: DROPDOWN.hideDelay,
      },
    },
    Combobox: { defaultProps: { transitionProps: { duration: DROPDOWN.animation } } },
    Accordion: { defaultProps: { transitionDuration: ACCORDION.duration } },
    Collapse: { defaultProps: { transitionDuration: ACCORDION.duration } },
    // Within a dialog no banner: that landmark is the page's own.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { centered: true, shadow: 'md', transitionProps: { duration: 160 } } },
  },
})

const toVariables = (surface: SurfaceTokens): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(surface).map(([name, value]) => [`--omen-${toKebab(name)}`, value])),
  '--mantine-color-body': surface.panel,
  '--mantine-color-text': surface.text,
  '--mantine-color-dimmed': surface.textMuted,
  '--mantine-color-placeholder': surface.textMuted,
  '--mantine-color-anchor': surface.accentText,
  '--mantine-color-error': surface.failed,
  '--mantine-color-default-border': surface.controlEdge,
  '--mantine-shadow-md': surface.shadow,
})

const toKebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {
    '--omen-control': `${SIZES.control}px`,
    '--omen-radius': `${SIZES.radius}px`,
    '--omen-navigation': `${SIZES.navigation}px`,
    '--omen-top-bar': `${SIZES.topBar}px`,
    '--omen-mono': FONTS.mono,
  },
  light: toVariables(LIGHT_SURFACE),
  dark: toVariables(DARK_SURFACE),
})
