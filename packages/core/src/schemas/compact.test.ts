import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ConfigSchema } from '../config/config.js';
import { compactSchema } from './compact.js';

const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const LONG = { type: 'string', description: 'Name of a thing, as the list of things has it.' };
const compact = (properties: object, definitions: object) => compactSchema({ properties, definitions });

describe('a schema says the same in fewer bytes', () => {
  test.each<[string, object, object]>([
    [
      'a short definition stands in place',
      { a: ref('text') },
      { properties: { a: { type: 'string' } }, definitions: {} },
    ],
    [
      'words beside a short one stay',
      { a: { description: 'A.', allOf: [ref('text')] } },
      { properties: { a: { description: 'A.', type: 'string' } }, definitions: {} },
    ],
    [
      'a long one is referred to by a short name',
      { a: ref('long'), b: { title: 'B', allOf: [ref('long')] } },
      { properties: { a: ref('1'), b: { title: 'B', allOf: [ref('1')] } }, definitions: { 1: LONG } },
    ],
    [
      'of words that both have, none is lost',
      { a: { description: 'A.', allOf: [ref('said')] } },
      {
        properties: { a: { description: 'A.', allOf: [ref('2')] } },
        definitions: { 2: { type: 'null', description: 'B.' } },
      },
    ],
    [
      'a reference has no words beside it',
      { a: { description: 'A.', allOf: [ref('other')] } },
      {
        properties: { a: { description: 'A.', allOf: [ref('3')] } },
        definitions: { 3: LONG },
      },
    ],
    [
      'one that is referred to twice stands in both places where that is shorter',
      { a: ref('text'), b: { items: ref('text') }, c: ref('pair'), d: ref('pair') },
      {
        properties: { b: { items: { type: 'string' } }, c: { enum: ['one', 'two', 'three'] } },
        definitions: {},
      },
    ],
    [
      'one that contains itself is kept',
      { a: ref('tree') },
      { properties: { a: ref('4') }, definitions: { 4: { properties: { parts: { items: ref('4') } } } } },
    ],
    [
      'a property that is called as a keyword is one',
      { allOf: { type: 'null' } },
      { properties: { allOf: { type: 'null' } } },
    ],
  ])('%s', (_, properties, expected) => {
    const definitions = {
      text: { type: 'string' },
      long: LONG,
      said: { type: 'null', description: 'B.' },
      other: ref('long'),
      tree: { properties: { parts: { items: ref('tree') } } },
      pair: { enum: ['one', 'two', 'three'] },
    };
    expect(compact(properties, definitions)).toMatchObject(expected);
  });

  test('one without definitions stays as it is', () => {
    expect(compactSchema({ type: 'object', required: ['a'] })).toEqual({ type: 'object', required: ['a'] });
  });

  test('that of flow.config.yaml keeps every word for people and every reference', () => {
    const whole = z.toJSONSchema(ConfigSchema, { target: 'draft-7', io: 'input', reused: 'ref' });
    const small = compactSchema(whole);
    const words = (schema: object) => new Set(JSON.stringify(schema).match(/"description":"(?:[^"\\]|\\.)*"/g));
    expect(words(small)).toEqual(words(whole));
    expect(() => new Ajv({ strict: false, validateFormats: false }).compile(small)).not.toThrow();
    const referred = new Set(JSON.stringify(small).match(/(?<=#\/definitions\/)\w+/g));
    expect(new Set(Object.keys(small.definitions as object))).toEqual(referred);
  });
});
