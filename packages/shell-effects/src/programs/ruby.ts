import { namedFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { inCode } from '../tasks/task-finders.js';
import { firstTask, namedTask } from '../tasks/task-tool.js';

/** Tools of Ruby keep dependencies, test, and run tasks. */
export const ruby: ProgramFile = {
  ruby: { isVersioned: true, language: 'ruby' },
  'bundle exec': { wraps: {} },
  rspec: { writes: { out: '-o --out', valued: '-f --format -e' }, sources: namedFiles },
  rubocop: {
    writes: {
      out: '-o --out',
      targets: 'each',
      when: /^(?:-a|-A|-x|--auto-?correct(?:-all)?|--fix-layout)$/,
      otherwise: '.',
      valued: '-f --format -c --config --only --except',
    },
  },
  'rails generate': { writes: { own: './' } },
  'bundle install, bundle update': { writes: { own: 'Gemfile.lock' } },
  'gem signin, gem signout': { stores: { own: '~/.gem/credentials' } },
  'bundle config set': { stores: { own: '~/.bundle/config .bundle/config' } },
  'rails credentials:edit, bin/rails credentials:edit': {
    stores: { own: 'config/credentials.yml.enc config/master.key' },
  },
  'rails secrets:setup': { stores: { own: 'config/secrets.yml.enc config/secrets.yml.key' } },
  fastlane: {
    publishes: [{ when: /^run push_(?:to_git_remote|git_tags)\b/ }],
    tasks: [{ pick: firstTask, files: ['fastlane/Fastfile', 'Fastfile', '.fastlane/Fastfile'], find: inCode }],
  },
  rake: {
    publishes: [{ when: /^release(?:\[\S*)?(?:\s|$)/ }],
    tasks: [{ pick: namedTask, files: ['Rakefile', 'rakefile', 'Rakefile.rb'], find: inCode }],
  },
  gem: { publishes: [{ when: /^(?:release|bump)\b/, needs: /(?:^|\s)(?:-p|--push|-t|--tag)(?:\s|$)/ }] },
  thor: { tasks: [{ pick: firstTask, files: ['Thorfile'], find: inCode }] },
};
