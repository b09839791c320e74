import { describe, expect, test } from 'vitest';
import { matchSkills, type Skill } from './skills.js';

const skill = (name: string, description: string): Skill => ({ name, description });

describe('skills by their words (X19)', () => {
  test('X19 two different words that say something make a match, which is told with the words', () => {
    const skills = [
      skill('plan', 'Used when the user asks to plan a feature and implement it.'),
      skill('loop', 'Runs a loop until it is done.'),
    ];
    expect(matchSkills('Plan and implement the login feature', skills)).toEqual({
      matched: [{ name: 'plan', words: ['plan', 'feature', 'implement'] }],
      others: ['loop'],
    });
  });

  test.each<[what: string, text: string, description: string, fits: boolean]>([
    ['one shared word is none', 'Add a login', 'Checks a login form', false],
    ['one word twice is one word', 'login login', 'login, login, login', false],
    ['stop words are none', 'this should be used for the user', 'used for this, when it should be that of the', false],
    ['case, hyphens and punctuation do not count', 'OAUTH-Login, please', 'oauth login.', true],
    ['what joins words is no word', 'rate-limit', 'limit the rate!', true],
    ['a part of a word is no word', 'log in forms', 'logging informs', false],
    ['words of any script', 'Größe ändern', 'Ändern der Größe', true],
    ['nothing has no words', '', '', false],
  ])('X19 %s', (_what, text, description, fits) => {
    expect(matchSkills(text, [skill('s', description)]).matched.length > 0).toBe(fits);
  });

  test('X18 what was matched before is not matched again, and a second of one name counts once', () => {
    const skills = [skill('a', 'login form'), skill('b', 'login form'), skill('b', 'login form')];
    expect(matchSkills('a login form', skills, ['a']).matched.map(({ name }) => name)).toEqual(['b']);
  });
});
