import { contrastLimits } from '../../src/content/limits.ts';
import {
  inSchemes,
  type BareTone,
  type Color,
  type Palette,
  type Schemes,
  type Tone,
} from '../../src/content/palette-types.ts';

/** A foreground and a background color that the site combines. */
export interface ContrastPair {
  /** Path of the foreground color in the palette. */
  path: string[];
  foreground: Color;
  background: Color;
  /** Name of the background. */
  surface: string;
  min: number;
}

type Scheme = keyof Schemes;

/** Returns all pairs that the style sheets use. */
export function contrastPairs(palette: Palette): ContrastPair[] {
  const { surfaces, tones, accents } = palette;
  const colorsByName = { ...surfaces, brass: accents.brass };
  const surface = (name: keyof typeof colorsByName, scheme: Scheme = 'light'): Surface => ({
    name: typeof colorsByName[name] === 'string' ? name : `${name} (${scheme})`,
    color: inSchemes(colorsByName[name])[scheme],
  });
  const pages = ['film', 'paper', 'stone'] as const;
  return [
    ...pages.flatMap((name) => section('onLight', tones.onLight, surface(name))),
    ...form('onLight', tones.onLight, surface('film')),
    ...form('onLight', tones.onLight, surface('paper')),
    {
      // A band of About.
      path: ['surfaces', 'ink'],
      foreground: surfaces.ink,
      background: surfaces.lichen,
      surface: 'lichen',
      min: contrastLimits.text,
    },
    {
      // The toast.
      path: ['surfaces', 'ink'],
      foreground: surfaces.ink,
      background: surfaces.mist,
      surface: 'mist',
      min: contrastLimits.text,
    },

    ...[surface('ink'), surface('deep'), ...pages.map((name) => surface(name, 'dark'))].flatMap(
      (behind) => section('onDark', tones.onDark, behind),
    ),
    ...form('onDark', tones.onDark, surface('film', 'dark')),
    ...form('onDark', tones.onDark, surface('paper', 'dark')),
    pair('onDark', tones.onDark, 'text', surface('glow'), 'text'),
    pair('onDark', tones.onDark, 'muted', surface('glow'), 'text'),
    pair('onDark', tones.onDark, 'text', surface('moss'), 'text'),

    ...section('onBrass', tones.onBrass, surface('brass')),
  ];
}

interface Surface {
  name: string;
  color: Color;
}

type ToneName = keyof Palette['tones'];

function pair<Role extends keyof Tone>(
  tone: ToneName,
  colors: Pick<Tone, Role>,
  role: Role,
  { name, color }: Surface,
  kind: keyof typeof contrastLimits,
): ContrastPair {
  const path = ['tones', tone, role];
  return {
    path,
    foreground: colors[role],
    background: color,
    surface: name,
    min: contrastLimits[kind],
  };
}

/** Returns the pairs of any section: text, links, buttons and focus outline. */
function section(tone: ToneName, colors: BareTone, behind: Surface): ContrastPair[] {
  const button = (role: 'button' | 'buttonHover' | 'buttonActive') =>
    pair(tone, colors, 'buttonText', { name: role, color: colors[role] }, 'text');
  return [
    pair(tone, colors, 'text', behind, 'text'),
    pair(tone, colors, 'muted', behind, 'text'),
    pair(tone, colors, 'accent', behind, 'text'),
    pair(tone, colors, 'button', behind, 'control'),
    button('button'),
    button('buttonHover'),
    button('buttonActive'),
  ];
}

/** Returns the pairs of forms: fields and errors. The error icon uses the same pair inverted. */
function form(tone: ToneName, colors: Tone, behind: Surface): ContrastPair[] {
  const field = { name: 'field', color: colors.field };
  return [
    pair(tone, colors, 'error', behind, 'text'),
    pair(tone, colors, 'text', field, 'text'),
    pair(tone, colors, 'fieldLine', field, 'control'),
    pair(tone, colors, 'fieldLine', behind, 'control'),
    pair(tone, colors, 'error', field, 'control'),
  ];
}
