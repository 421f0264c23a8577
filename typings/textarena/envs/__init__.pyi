from textarena.envs import registration as registration
