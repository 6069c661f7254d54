/**
 * The colours by their meaning. Ink and paper surfaces, a single gold accent, green and red only for direction and side. Every text colour has a
 * contrast of at least 4.5 on every surface of its theme.
 */
// Light comes first: its selector matches every page, and of two matches the later one wins.
const both = (_dark: string, _light: string) => ({ value: { _light, _dark } })

export const colors = {
  canvas: both('#0A0D14', '#F5F6F8'),
  surface: both('#111620', '#FFFFFF'),
  raised: both('#181E2B', '#FFFFFF'),
  sunken: both('#070A10', '#F8F9FB'),
  hover: both('#1E2635', '#ECEFF3'),
  /** For a translucent bar that content scrolls under. */
  glass: both('rgba(10, 13, 20, 0.88)', 'rgba(245, 246, 248, 0.88)'),
  veil: both('rgba(4, 6, 10, 0.72)', 'rgba(19, 23, 34, 0.44)'),
  line: { DEFAULT: both('#1F2735', '#E3E7ED'), strong: both('#323D50', '#C5CCD7') },
  fg: { DEFAULT: both('#EEF1F6', '#131722'), muted: both('#A3ADBD', '#4E586A'), faint: both('#8792A5', '#5F697B') },
  gold: {
    DEFAULT: both('#E9BC5A', '#7D5700'),
    solid: both('#E3B14A', '#E3B14A'),
    solidHover: both('#EFC367', '#D9A43A'),
    onSolid: both('#1D1502', '#1D1502'),
    subtle: both('rgba(227, 177, 74, 0.13)', '#FBF1DA'),
    line: both('rgba(227, 177, 74, 0.38)', '#E5C67F'),
  },
  buy: {
    DEFAULT: both('#35C88F', '#0A7148'),
    solid: both('#0B8055', '#0B8055'),
    solidHover: both('#0D9463', '#096C47'),
    subtle: both('rgba(53, 200, 143, 0.13)', '#E2F4EC'),
  },
  sell: {
    DEFAULT: both('#FF7081', '#BE2239'),
    solid: both('#D0324A', '#D0324A'),
    solidHover: both('#DE4A60', '#B4263C'),
    subtle: both('rgba(255, 112, 129, 0.13)', '#FBE7EA'),
  },
  info: { DEFAULT: both('#7FB2FF', '#1D5FC4'), subtle: both('rgba(127, 178, 255, 0.13)', '#E5EEFB') },
}
