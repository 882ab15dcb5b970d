import './page.css';
import { mount } from './view/page.js';

mount(document.getElementById('app') as HTMLElement);
