import { library } from '../../scripts/build.js';

export default library(['src/index.ts']);
