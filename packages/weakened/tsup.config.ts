import { library } from '../../scripts/build.js';

export default library(['src/index.ts', 'src/program.ts']);
